/** The words in place of a picture, for people who may not see pictures in a section. */
const withheld = '<span class="picture-withheld">（图片仅对有权限的人显示）</span>';

/** A post whose HTML, which is our own, has words where pictures stood. */
export const withoutImages = <Post extends { html: string }>(post: Post): Post => ({
  ...post,
  html: post.html.replace(/<img\b[^>]*>/g, withheld),
});
