import { ConfigGenerationRepository } from '#settings';
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
