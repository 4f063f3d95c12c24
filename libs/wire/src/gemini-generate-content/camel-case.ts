/** The JSON name of a field that may be spelt by its proto name: `inline_data` is `inlineData`. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?<=[a-zA-Z0-9])_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
