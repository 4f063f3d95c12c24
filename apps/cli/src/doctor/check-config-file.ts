import { ConfigGenerationRepository, ConfigSectionRepository } from '#settings';
import { type Check, type DatabaseGiven, ok, warn } from './finding.js';

/** Whether what the config file here declares is what counts. */
export const checkConfigFile: Check<DatabaseGiven> = {
  name: 'config file',
  async look({ config: { fileHash }, database }) {
    const generations = new ConfigGenerationRepository(database);
    const current = await generations.findCurrent();
    if (fileHash === undefined) {
      return [
        ok(current === undefined ? 'none was ever applied' : 'there is none here; one applied before counts'),
      ];
    }
    if (current?.hash === fileHash) return [ok('what it declares is what counts')];
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
