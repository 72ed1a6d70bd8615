import type { UniversityTalents } from "contract/training/people/calls";
import { Icon } from "~/ui/icon";
import styles from "./talents.module.css";

/** A name, which may link to another site. */
function NameLink({ name, url }: { name: string; url: string | null }) {
  if (!url) return <strong>{name}</strong>;
  return (
    <a href={url} target="_blank" rel="noopener">
      {name} <Icon name="external-link" />
    </a>
  );
}

export function Internships({
  internships,
  url,
}: {
  internships: UniversityTalents["internships"];
  /** The address of the general list of internships (spec 7.2). */
  url: string | null;
}) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="internships">
      <h2 id="internships">
        实习
        {url ? (
          <a href={url} target="_blank" rel="noopener">
            全部实习机会 <Icon name="external-link" />
          </a>
        ) : null}
      </h2>
      <ul className={styles.internships}>
        {internships.map((one) => (
          <li key={`${one.name} ${one.organisation} ${one.city}`}>
            <NameLink name={one.name} url={one.url ?? url} />
            {one.summary ? <p>{one.summary}</p> : null}
            <p className="facts">
              {one.organisation ? <span>{one.organisation}</span> : null}
              {one.city ? <span>{one.city}</span> : null}
              <span>{one.until ? `${one.until} 截止` : "长期招收"}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Labs({ labs }: Pick<UniversityTalents, "labs">) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="labs">
      <h2 id="labs">联合实验室</h2>
      <ul className={styles.rows}>
        {labs.map((lab) => (
          <li key={lab.name}>
            <NameLink name={lab.name} url={lab.url} />
            {lab.summary ? <p>{lab.summary}</p> : null}
            <p className="facts">
              {lab.school ? <span>{lab.school}</span> : null}
              {lab.since ? <span>{lab.since} 起</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Schools({ schools }: Pick<UniversityTalents, "schools">) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="schools">
      <h2 id="schools">合作院校</h2>
      <ul className={styles.rows}>
        {schools.map((school) => (
          <li key={school.name}>
            <NameLink name={school.name} url={school.url} />
            <p className="facts">
              {school.city ? <span>{school.city}</span> : null}
              {school.summary ? <span>{school.summary}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Contacts({ contacts }: Pick<UniversityTalents, "contacts">) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="contacts">
      <h2 id="contacts">联系</h2>
      <ul className={styles.rows}>
        {contacts.map((contact) => (
          <li key={`${contact.name} ${contact.email}`}>
            <strong>{contact.name}</strong>
            <p className="facts">
              {contact.role ? <span>{contact.role}</span> : null}
              {contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : null}
              {contact.phone ? <span>{contact.phone}</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
