/** Bare in every shell, and read by none of them as anything but itself. */
const PLAIN = /^[\w.:/@%+=,-]+$/;

/** How a text is written down as a literal, whatever is in it. */
export const quote = {
  shell: (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`),
  typescript: (text: string): string => {
    const inside = JSON.stringify(text).slice(1, -1);
    return `'${escapeLineSeparators(inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`))}'`;
  },
  // Every escape that JSON knows means the same in Python.
  python: (text: string): string => escapeLineSeparators(JSON.stringify(text)),
  // Go takes JSON's escapes as well; between backquotes a text stands as it is, which is easier to read.
  go: (text: string): string =>
    isRawText(text) && text.includes('\n') ? `\`${text}\`` : escapeLineSeparators(JSON.stringify(text)),
  php: (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`,
} as const;

function isRawText(text: string): boolean {
  return !text.includes('`') && !text.includes('\r') && !/[\u2028\u2029]/.test(text);
}

/** They end a line for some editors, which then show broken code. */
function escapeLineSeparators(text: string): string {
  return text.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}
