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
  const { appliedAs, current } = refusal;
  const replaced = `generation ${current.generation} replaced at ${current.appliedAt.toISOString()}`;
  return `is generation ${appliedAs.generation}, which ${replaced} (${current.appliedBy})`;
}

/** The option of `config apply` that lets it happen all the same. */
export function getAllowOption({ reason }: Refusal): string {
  return reason === 'disables' ? '--allow-disable' : '--allow-older';
}
