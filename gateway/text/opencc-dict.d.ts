declare module "opencc-js/dict/JPShinjitaiCharacters" {
  /** As TSCharacters: a character as Japan writes it since 1946, and its old form. */
  const pairs: string;
  export default pairs;
}

declare module "opencc-js/dict/TSCharacters" {
  /**
   * `萬 万|…`: a traditional character and its simplified one, or several of which the first is the usual one.
   */
  const pairs: string;
  export default pairs;
}
