/** Text that needs no quotes in any shell. */
const PLAIN = /^[\w.:/@%+=,-]+$/;

/** Writes any text as a string literal of a language. */
export const quote = {
  shell: (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`),
  typescript: (text: string): string => {
    const inside = JSON.stringify(text).slice(1, -1);
    return `'${escapeLineSeparators(inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`))}'`;
  },
  // Python understands all escapes of JSON.
  python: (text: string): string => escapeLineSeparators(JSON.stringify(text)),
  // Go understands all escapes of JSON. Text with line breaks is easier to read in backquotes, without escapes.
  go: (text: string): string =>
    isRawText(text) && text.includes('\n') ? `\`${text}\`` : escapeLineSeparators(JSON.stringify(text)),
  php: (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`,
} as const;

function isRawText(text: string): boolean {
  return !text.includes('`') && !text.includes('\r') && !/[\u2028\u2029]/.test(text);
}

/** Some editors show these characters as line breaks within the string. */
function escapeLineSeparators(text: string): string {
  return text.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}
