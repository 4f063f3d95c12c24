import { type ConfigGeneration, ConfigGenerationRepository, ConfigSectionRepository } from '#settings';
import { type Check, type DatabaseGiven, type Found, ok, warn } from './finding.js';

/** Whether what the config file here declares is what counts. */
export const checkConfigFile: Check<DatabaseGiven> = {
  name: 'config file',
  async look({ config: { file, fileHash }, database }) {
    const generations = new ConfigGenerationRepository(database);
    const current = await generations.findCurrent();
    if (fileHash === undefined) {
      return [
        ok(current === undefined ? 'none was ever applied' : 'there is none here; one applied before counts'),
      ];
    }
    if (current?.hash === fileHash) return [ok('what it declares is what counts')];
    if (file?.generation !== undefined && current !== undefined)
      return [compareGenerations(file.generation, current)];
    const former = await generations.findByHash(fileHash);
    if (former === undefined) {
      return [
        warn(
          'what it declares was never applied',
          '"modelgate config diff" shows it, "config apply" applies it.',
        ),
      ];
    }
    return [
      warn(
        `it is older: generation ${former.generation}, and generation ${current?.generation} counts`,
        'Bring the newest file here; "modelgate config apply --allow-older" goes back to this one.',
      ),
    ];
  },
};

/** A file that names its generation is compared by that alone. */
function compareGenerations(generation: number, current: ConfigGeneration): Found {
  if (generation > current.generation) {
    return warn(
      `its generation ${generation} was not applied yet; generation ${current.generation} counts`,
      '"modelgate config diff" shows what it changes; a start or "config apply" applies it.',
    );
  }
  const advice = `Set "generation" in the file above ${current.generation} for it to count, or bring the newest file here.`;
  return generation === current.generation
    ? warn(`another file was applied as its generation ${generation}`, advice)
    : warn(`its generation ${generation} is older: generation ${current.generation} counts`, advice);
}

/** Whether the rest of the file, which is not stored, is what other processes go by. */
export const checkConfigSections: Check<DatabaseGiven> = {
  name: 'config sections',
  async look({ config: { sectionsHash: hash }, database }) {
    const newest = await new ConfigSectionRepository(database).findNewest();
    if (hash === undefined || newest === undefined) return [];
    if (newest.hash === hash) return [ok('are the newest that a process has started with')];
    return [
      warn(
        `differ from those that a process has started with at ${newest.since.toISOString()}`,
        'Policies, media, budgets and the like are read by each process for itself: bring the newest file to every machine and start again.',
      ),
    ];
  },
};
