/** The arguments of a call as a value. Models that write broken JSON exist: theirs is passed on as text. */
export function parsedArguments(text: string): object {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : { value };
  } catch {
    return { text };
  }
}
