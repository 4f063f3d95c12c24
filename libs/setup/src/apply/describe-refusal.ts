import { type Refusal } from './config-application.js';

/** How many names fit into one line. */
const MAX_NAMES = 10;

/** Why a file was not applied, as the rest of a sentence that begins with the file. */
export function describeRefusal(refusal: Refusal): string {
  if (refusal.reason === 'disables') {
    const { names, declared } = refusal;
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    const listed = `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
    return `would disable ${names.length} of ${declared} entries (${listed})`;
  }
  const { current } = refusal;
  const since = `${current.appliedAt.toISOString()} (${current.appliedBy})`;
  return refusal.reason === 'conflict'
    ? `has generation ${current.generation}, but another file was applied with this generation at ${since}`
    : `has generation ${refusal.generation}, which was replaced by generation ${current.generation} at ${since}`;
}

/** How to apply the file after a refusal. For a file with a generation, a higher one works with every way of applying. */
export function describeRemedy(refusal: Refusal, path: string, hasGeneration: boolean): string {
  if (hasGeneration && refusal.reason !== 'disables')
    return `To apply it, set its generation to more than ${refusal.current.generation}`;
  return `To apply it: modelgate config apply ${path} ${getAllowOption(refusal)}`;
}

/** The option of `config apply` that overrides the refusal. */
function getAllowOption({ reason }: Refusal): string {
  return reason === 'disables' ? '--allow-disable' : '--allow-older';
}
