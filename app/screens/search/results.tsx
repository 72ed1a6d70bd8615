import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Fragment } from "react";
import { shortCount } from "~/format/text";
import { TopicLabels } from "~/lists/topic-labels";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Marked } from "~/search/marked";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import { FoundNews, FoundNotice, FoundProduct, FoundResource, FoundVideo } from "./catalogue-results";
import { FoundDocument } from "./found-document";
import styles from "./results.module.css";
import { FoundCourse, FoundLesson } from "./training-results";

export type Found = CallResponse<"fullTextSearch">;

/** The results of a search for one kind. @param text what was searched for */
export function Results({ found, text }: { found: Found; text: string }) {
  return (
    <ol className={styles.results} aria-label="搜索结果">
      {found.products.map((product) => (
        <FoundProduct key={product.id} product={product} />
      ))}
      {found.resources.map((resource) => (
        <FoundResource key={resource.id} resource={resource} />
      ))}
      {found.notices.map((notice) => (
        <FoundNotice key={notice.number} notice={notice} />
      ))}
      {found.news.map((news) => (
        <FoundNews key={news.id} news={news} />
      ))}
      {found.videos.map((video) => (
        <FoundVideo key={video.id} video={video} />
      ))}
      {found.courses.map((course) => (
        <FoundCourse key={course.id} course={course} />
      ))}
      {found.lessons.map((lesson) => (
        <FoundLesson key={lesson.id} lesson={lesson} />
      ))}
      {found.documents.map((document) => (
        <FoundDocument key={document.versionId} document={document} text={text} />
      ))}
      {found.topics.map((topic) => (
        <FoundTopic key={topic.tid} topic={topic} />
      ))}
      {found.posts.map((post) => (
        <FoundPost key={post.pid} post={post} />
      ))}
      {found.people.map((person) => (
        <FoundPerson key={person.uid} person={person} />
      ))}
      {found.tags.map((tag) => (
        <FoundTag key={tag.id} tag={tag} />
      ))}
    </ol>
  );
}

export function FoundTopic({ topic, Title = "h2" }: { topic: Found["topics"][number]; Title?: "h2" | "h3" }) {
  const { to } = useShell();
  return (
    <li className={styles.result}>
      <Title className={styles.title}>
        <TopicLabels topic={{ ...topic, pinned: false }} />
        <Link to={to(paths.topic(topic.tid))}>
          <Marked parts={topic.titleParts} />
        </Link>
      </Title>
      <p className={styles.excerpt}>
        {topic.reply ? (
          <Link
            className={styles.reply}
            to={to(paths.topic(topic.tid, { pid: topic.reply.pid, seek: true }))}
          >
            {topic.reply.author.nickName} 的回复
          </Link>
        ) : null}
        <Marked parts={topic.excerpt} />
      </p>
      <p className={`facts ${styles.meta}`}>
        <Link to={to(paths.section(topic.section.fid))}>{topic.section.name}</Link>{" "}
        <Link to={to(paths.user(topic.author.uid))}>{topic.author.nickName}</Link>
        <RelativeTime at={topic.createdAt} />
        <span>{shortCount(topic.replies)} 回复</span>
        <span>{shortCount(topic.views)} 浏览</span>
        {topic.tags.map((tag) => (
          <Fragment key={tag.id}>
            <Link className={styles.tag} to={to(paths.tag(tag.id))}>
              #{tag.name}
            </Link>{" "}
          </Fragment>
        ))}
      </p>
    </li>
  );
}

function FoundPost({ post }: { post: Found["posts"][number] }) {
  const { to } = useShell();
  return (
    <li className={styles.result}>
      <p className={styles.excerpt} data-main>
        <Link to={to(paths.topic(post.tid, { pid: post.pid, seek: true }))}>
          <Marked parts={post.excerpt} />
        </Link>
      </p>
      <p className={`facts ${styles.meta}`}>
        <span>
          <Link to={to(paths.user(post.author.uid))}>{post.author.nickName}</Link> 回复于{" "}
          <RelativeTime at={post.createdAt} />
        </span>
        {post.likes > 0 ? <span>{shortCount(post.likes)} 赞</span> : null}
        <Link to={to(paths.section(post.section.fid))}>{post.section.name}</Link>{" "}
        <Link className={styles.of} to={to(paths.topic(post.tid))}>
          {post.topicTitle}
        </Link>
      </p>
    </li>
  );
}

function FoundPerson({ person }: { person: Found["people"][number] }) {
  const { to } = useShell();
  return (
    <li className={`${styles.result} ${styles.person}`}>
      <Avatar icon={person.icon} size={48} />
      <div>
        <h2 className={styles.title}>
          <Link to={to(paths.user(person.uid))}>
            <Marked parts={person.nameParts} />
          </Link>
        </h2>
        {person.intro ? <p className={styles.excerpt}>{person.intro}</p> : null}
        <p className={`facts ${styles.meta}`}>
          <span>{shortCount(person.topics)} 个帖子</span>
          <span>{shortCount(person.posts)} 条内容</span>
          <span>{shortCount(person.followers)} 人关注</span>
        </p>
      </div>
    </li>
  );
}

function FoundTag({ tag }: { tag: Found["tags"][number] }) {
  const { to } = useShell();
  return (
    <li className={styles.result}>
      <h2 className={styles.title}>
        <Link to={to(paths.tag(tag.id))}>
          <span aria-hidden="true">#</span>
          <Marked parts={tag.nameParts} />
        </Link>
      </h2>
      {tag.summary ? <p className={styles.excerpt}>{tag.summary}</p> : null}
      <p className={`facts ${styles.meta}`}>
        <span>
          <Icon name="message" /> {shortCount(tag.topics)} 个帖子
        </span>
        <span>
          <Icon name="users" /> {shortCount(tag.followers)} 人关注
        </span>
      </p>
    </li>
  );
}
