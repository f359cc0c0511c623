/** A style sheet imported as text; see `loader` in build.mjs. */
declare module "*.css" {
  const text: string;
  export default text;
}
