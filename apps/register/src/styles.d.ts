/** Sheets loaded for their effect. */
declare module '*.css' {}

/** Address of a file that the browser loads by itself. */
declare module '*?url' {
  const address: string;
  export default address;
}
