/** Colours with enough contrast for white letters. */
const COLORS = [
  'blue.8',
  'grape.8',
  'teal.9',
  'gray.8',
  'indigo.8',
  'pink.9',
  'dark.4',
  'violet.8',
  'red.9',
  'cyan.9',
];

/** Two letters and a colour, derived from the name. */
export function findMark(label: string): { letters: string; color: string } {
  const words = label.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '?', second] = words;
  const inner = first.slice(1).match(/\p{Lu}/u)?.[0] ?? first.slice(1, 2);
  const letters = `${first.slice(0, 1)}${second?.slice(0, 1) ?? inner}`;
  const sum = Array.from(label).reduce(
    (total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973,
    7,
  );
  return { letters: capitalize(letters), color: COLORS[sum % COLORS.length] ?? 'blue.8' };
}

function capitalize(letters: string): string {
  return `${letters.slice(0, 1).toUpperCase()}${letters.slice(1)}`;
}
