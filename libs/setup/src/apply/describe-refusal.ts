import { type Refusal } from './config-application.js';

/** As many as one line holds. */
const MAX_NAMES = 10;

/** Why a file was not applied, as the end of a sentence that begins with the file. */
export function describeRefusal(refusal: Refusal): string {
  if (refusal.reason === 'disables') {
    const { names, declared } = refusal;
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    const listed = `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
    return `would disable ${names.length} of ${declared} declared entries (${listed})`;
  }
  const { current } = refusal;
  const since = `${current.appliedAt.toISOString()} (${current.appliedBy})`;
  return refusal.reason === 'conflict'
    ? `says generation ${current.generation}, and another file was applied as that at ${since}`
    : `is generation ${refusal.generation}, which generation ${current.generation} replaced at ${since}`;
}

/** What to do about it. A file that names its generation is best given a higher one, which works wherever it is. */
export function describeRemedy(refusal: Refusal, path: string, hasGeneration: boolean): string {
  if (hasGeneration && refusal.reason !== 'disables')
    return `To apply it, set its generation above ${refusal.current.generation}`;
  return `To apply it: modelgate config apply ${path} ${getAllowOption(refusal)}`;
}

/** The option of `config apply` that applies the file all the same. */
function getAllowOption({ reason }: Refusal): string {
  return reason === 'disables' ? '--allow-disable' : '--allow-older';
}
