/** A style sheet imported as text; see sheets.mjs. */
declare module "*.css" {
  const text: string;
  export default text;
}
