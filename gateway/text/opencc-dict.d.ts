declare module "opencc-js/dict/TSCharacters" {
  /**
   * `萬 万|…`: a traditional character and its simplified one, or several of which the first is the usual one.
   */
  const pairs: string;
  export default pairs;
}
