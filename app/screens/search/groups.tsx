import { Link } from "@remix-run/react";
import type { SearchKind } from "contract/search/calls";
import type { ReactNode } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Marked } from "~/search/marked";
import { Avatar } from "~/ui/avatar";
import { FoundNews, FoundNotice, FoundProduct, FoundResource, FoundVideo } from "./catalogue-results";
import { FoundDocument } from "./found-document";
import styles from "./groups.module.css";
import { type Found, FoundTopic } from "./results";
import resultStyles from "./results.module.css";
import { type SearchQuery, searchHref } from "./search-query";
import { FoundCourse, FoundLesson } from "./training-results";

interface GroupProps {
  type: SearchKind;
  name: string;
  found: Found;
  query: SearchQuery;
  children: ReactNode[];
}

/** The best results of one kind, and a link to the others. */
function Group({ type, name, found, query, children }: GroupProps) {
  const { to } = useShell();
  if (children.length === 0) return null;
  const count = found.counts.find(({ kind }) => kind === type);
  const hasMore = count !== undefined && (count.more || count.total > children.length);
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h2>{name}</h2>
        {hasMore ? (
          <Link to={searchHref(to(paths.search()), query, { type })} prefetch="none">
            全部 {count.total}
            {count.more ? "+" : ""} 条
          </Link>
        ) : null}
      </div>
      <ol className={resultStyles.results} aria-label={`${name}结果`}>
        {children}
      </ol>
    </section>
  );
}

/** All results by kind: tags and people in one line, then the best of each other kind. @param text what was searched for */
export function FoundGroups({ found, query, text }: { found: Found; query: SearchQuery; text: string }) {
  const { to } = useShell();
  const group = { found, query };
  return (
    <>
      {found.tags.length > 0 || found.people.length > 0 ? (
        <ul className={styles.names} aria-label="标签和用户">
          {found.tags.map((tag) => (
            <li key={`tag ${tag.id}`}>
              <Link to={to(paths.tag(tag.id))}>
                #<Marked parts={tag.nameParts} />
              </Link>
            </li>
          ))}
          {found.people.map((person) => (
            <li key={`user ${person.uid}`}>
              <Link to={to(paths.user(person.uid))}>
                <Avatar icon={person.icon} size={20} />
                <Marked parts={person.nameParts} />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <Group {...group} type="products" name="产品">
        {found.products.map((product) => (
          <FoundProduct key={product.id} product={product} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="resources" name="资料">
        {found.resources.map((resource) => (
          <FoundResource key={resource.id} resource={resource} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="documents" name="文档内容">
        {found.documents.map((document) => (
          <FoundDocument key={document.versionId} document={document} text={text} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="notices" name="公告">
        {found.notices.map((notice) => (
          <FoundNotice key={notice.number} notice={notice} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="topics" name="帖子">
        {found.topics.map((topic) => (
          <FoundTopic key={topic.tid} topic={topic} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="news" name="资讯">
        {found.news.map((news) => (
          <FoundNews key={news.id} news={news} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="videos" name="视频">
        {found.videos.map((video) => (
          <FoundVideo key={video.id} video={video} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="courses" name="课程">
        {found.courses.map((course) => (
          <FoundCourse key={course.id} course={course} Title="h3" />
        ))}
      </Group>
      <Group {...group} type="lessons" name="课时">
        {found.lessons.map((lesson) => (
          <FoundLesson key={lesson.id} lesson={lesson} Title="h3" />
        ))}
      </Group>
    </>
  );
}
