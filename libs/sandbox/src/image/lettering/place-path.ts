/** Which of a command's numbers are x, which y, and which lengths; the others are left as they are. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  M: 'xy',
  L: 'xy',
  H: 'x',
  V: 'y',
  C: 'xyxyxy',
  A: 'll---xy',
  Z: '',
};

export interface Placement {
  x: number;
  y: number;
  scale: number;
}

/** Path data, scaled and then moved. */
export function placePath(path: string, { x, y, scale }: Placement): string {
  return path.replaceAll(/([A-Z])([^A-Z]*)/g, (_whole, command: string, numbers: string) => {
    const roles = ARGUMENTS[command] ?? '';
    const placed = numbers
      .trim()
      .split(/\s+/)
      .filter((number) => number !== '')
      .map((text, index) => {
        const number = Number(text);
        const role = roles[index % roles.length];
        if (role === 'x') return round(x + number * scale);
        if (role === 'y') return round(y + number * scale);
        return role === 'l' ? round(number * scale) : number;
      });
    return command + placed.join(' ');
  });
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
