/** How a text is written down as a literal. The address is the operator's choice: it may hold quotes or `$(…)`. */
export const quote = {
  typescript: (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
  python: (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  shell: (text: string): string =>
    /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`,
} as const;
