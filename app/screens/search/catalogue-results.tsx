import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { noticeKinds, productKinds } from "contract/products/constants";
import { shownBytes } from "~/format/bytes";
import { productStanding } from "~/format/standing";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Marked } from "~/search/marked";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./catalogue-results.module.css";
import rows from "./results.module.css";

type Found = CallResponse<"fullTextSearch">;
/** The heading level of a result: h3 within a group, otherwise h2. */
type Title = "h2" | "h3";

const nameOf = (choices: readonly { code: string; name: string }[], code: string) =>
  choices.find((each) => each.code === code)?.name ?? "";

export function FoundProduct({
  product,
  Title = "h2",
}: {
  product: Found["products"][number];
  Title?: Title;
}) {
  const { to } = useShell();
  return (
    <li className={`${rows.result} ${styles.pictured}`}>
      {product.image ? (
        <img
          className={`thumbnail ${styles.picture}`}
          src={product.image}
          alt=""
          width={72}
          height={72}
          loading="lazy"
        />
      ) : (
        <span className={`thumbnail ${styles.picture}`} />
      )}
      <div>
        <Title className={rows.title}>
          <Link to={to(paths.product(product.id))}>
            <Marked parts={product.nameParts} />
          </Link>{" "}
          <span className={styles.state} data-state={product.state}>
            {productStanding(product)}
          </span>
        </Title>
        <p className={`${rows.excerpt} ${styles.excerpt}`}>
          <Marked parts={product.excerpt} />
        </p>
        <p className={`facts ${rows.meta}`}>
          <span>{product.class.name}</span>
          <span>{nameOf(productKinds, product.kind)}</span>
          {product.parts.length > 0 ? <span className={styles.parts}>{product.parts.join("、")}</span> : null}
        </p>
      </div>
    </li>
  );
}

export function FoundResource({
  resource,
  Title = "h2",
}: {
  resource: Found["resources"][number];
  Title?: Title;
}) {
  const { to } = useShell();
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={to(paths.resource(resource.id))}>
          <Marked parts={resource.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        <Marked parts={resource.excerpt} />
      </p>
      <p className={`facts ${rows.meta}`}>
        <span className={styles.type}>{resource.fileType.toUpperCase()}</span>
        <span>{resource.level.name}</span>
        <span>版本 {resource.version}</span>
        <time dateTime={resource.date}>{resource.date}</time>
        <span>{shownBytes(resource.bytes)}</span>
        <span>{shortCount(resource.downloads)} 次下载</span>
      </p>
    </li>
  );
}

export function FoundNews({ news, Title = "h2" }: { news: Found["news"][number]; Title?: Title }) {
  const { to } = useShell();
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={to(paths.news(news.id))}>
          <Marked parts={news.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        <Marked parts={news.excerpt} />
      </p>
      <p className={`facts ${rows.meta}`}>
        <span>{news.category.name}</span>
        <RelativeTime at={news.createdAt} />
      </p>
    </li>
  );
}

/** Formats seconds as minutes: 75 becomes 1:15. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export function FoundNotice({ notice, Title = "h2" }: { notice: Found["notices"][number]; Title?: Title }) {
  const { to } = useShell();
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={to(paths.notice(notice.number))}>
          <Marked parts={notice.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        <Marked parts={notice.excerpt} />
      </p>
      <p className={`facts ${rows.meta}`}>
        <span>{nameOf(noticeKinds, notice.kind)}</span>
        <span>{notice.number}</span>
        <time dateTime={notice.date}>{notice.date}</time>
      </p>
    </li>
  );
}

export function FoundVideo({ video, Title = "h2" }: { video: Found["videos"][number]; Title?: Title }) {
  const { to } = useShell();
  return (
    <li className={`${rows.result} ${styles.pictured}`}>
      <span className={styles.poster}>
        <img src={video.poster} alt="" width={128} height={72} loading="lazy" />
        <span>{clock(video.seconds)}</span>
      </span>
      <div>
        <Title className={rows.title}>
          <Link to={to(paths.video(video.id))}>
            <Marked parts={video.titleParts} />
          </Link>
        </Title>
        <p className={rows.excerpt}>
          <Marked parts={video.excerpt} />
        </p>
        <p className={`facts ${rows.meta}`}>
          <time dateTime={video.date}>{video.date}</time>
          <span>{shortCount(video.plays)} 次播放</span>
        </p>
      </div>
    </li>
  );
}
