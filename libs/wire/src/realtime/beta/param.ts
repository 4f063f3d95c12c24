import { type Placement } from './placement.js';
import { REQUEST_PLACEMENTS, SESSION_PLACEMENTS } from './settings.js';

const HOLDERS: readonly { name: string; placements: readonly Placement[] }[] = [
  { name: 'session', placements: SESSION_PLACEMENTS },
  { name: 'response', placements: REQUEST_PLACEMENTS },
];

interface Naming {
  ga: string;
  beta: string;
  /** Whether what is inside the value has the same names in both dialects. */
  isSameInside: boolean;
}

const NAMINGS: readonly Naming[] = HOLDERS.flatMap(({ name, placements }) =>
  placements.map(({ ga, beta, values }) => ({
    ga: [name, ...ga].join('.'),
    beta: `${name}.${beta}`,
    isSameInside: values === undefined,
  })),
);

/** What the parameter that an error is about is called in the other dialect. */
export function paramToBeta(param: string): string {
  return rename(param, 'ga', 'beta');
}

export function paramFromBeta(param: string): string {
  return rename(param, 'beta', 'ga');
}

function rename(param: string, from: 'ga' | 'beta', to: 'ga' | 'beta'): string {
  const naming = NAMINGS.find((one) => param === one[from] || isInside(param, one[from]));
  if (naming === undefined) return param;
  return naming.isSameInside ? naming[to] + param.slice(naming[from].length) : naming[to];
}

function isInside(param: string, holder: string): boolean {
  return param.startsWith(`${holder}.`) || param.startsWith(`${holder}[`);
}
