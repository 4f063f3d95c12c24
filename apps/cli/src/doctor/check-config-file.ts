import { type ConfigGeneration, ConfigGenerationRepository, ConfigSectionRepository } from '#settings';
import { type Check, type DatabaseCheckInput, type CheckResult, ok, warn } from './finding.js';

/** Checks whether the config file of this machine is the active one. */
export const checkConfigFile: Check<DatabaseCheckInput> = {
  name: 'config file',
  async run({ config: { file, fileHash }, database }) {
    const generations = new ConfigGenerationRepository(database);
    const current = await generations.findCurrent();
    if (fileHash === undefined) {
      return [
        ok(
          current === undefined
            ? 'no config file has been applied'
            : 'no config file here; the one applied earlier is active',
        ),
      ];
    }
    if (current?.hash === fileHash) return [ok('the file is active')];
    if (file?.generation !== undefined && current !== undefined)
      return [compareGenerations(file.generation, current)];
    const former = await generations.findByHash(fileHash);
    if (former === undefined) {
      return [
        warn(
          'the file has not been applied',
          'Run "modelgate config diff" to see the changes and "modelgate config apply" to apply them.',
        ),
      ];
    }
    return [
      warn(
        `the file is outdated: it is generation ${former.generation}, but generation ${current?.generation} is active`,
        'Copy the newest file to this machine, or run "modelgate config apply --allow-older" to roll back to this one.',
      ),
    ];
  },
};

/** Compares a file that contains its generation. Its content is not compared. */
function compareGenerations(generation: number, current: ConfigGeneration): CheckResult {
  if (generation > current.generation) {
    return warn(
      `generation ${generation} of the file has not been applied; generation ${current.generation} is active`,
      'Run "modelgate config diff" to see the changes. Restart or run "modelgate config apply" to apply them.',
    );
  }
  const advice = `Set "generation" in the file to more than ${current.generation} to apply it, or copy the newest file to this machine.`;
  return generation === current.generation
    ? warn(`another file was applied as generation ${generation}`, advice)
    : warn(
        `the file is outdated: it is generation ${generation}, but generation ${current.generation} is active`,
        advice,
      );
}

/** Checks whether the sections that are not stored in the database are the same in all processes. */
export const checkConfigSections: Check<DatabaseCheckInput> = {
  name: 'config sections',
  async run({ config: { sectionsHash: hash }, database }) {
    const newest = await new ConfigSectionRepository(database).findNewest();
    if (hash === undefined || newest === undefined) return [];
    if (newest.hash === hash) return [ok('this file has the newest sections')];
    return [
      warn(
        `the sections of this file differ from those of a process started at ${newest.since.toISOString()}`,
        'Each process reads policies, media, budgets and other sections from its own file. Copy the newest file to every machine and restart.',
      ),
    ];
  },
};
