/** `requestsPerDay` in the config file is `requests_per_day` in the admin API and in the database. */
export type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Text;

export function snakeCase<const Text extends string>(text: Text): SnakeCase<Text> {
  const letters = text.replaceAll(/[A-Z]|1h(?=[A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
  return letters as SnakeCase<Text>;
}

export type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

export function camelCase<const Text extends string>(text: Text): CamelCase<Text> {
  const letters = text.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return letters as CamelCase<Text>;
}
