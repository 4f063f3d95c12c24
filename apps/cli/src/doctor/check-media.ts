import { type Config } from '#config';
import { type Check, fail, ok } from './finding.js';

const ADVICE = 'Correct it. Until then generated files cannot be stored or read; everything else works.';

export const checkMedia: Check<Config> = {
  name: 'media',
  async run(config) {
    const s3 = config.file?.media?.s3;
    if (s3 === undefined) return [ok('generated files are in the data folder')];
    // Both are large, so they are loaded only if needed.
    const [{ HttpTransport }, { createMediaPlaces }] = await Promise.all([
      import('#egress'),
      import('#media'),
    ]);
    const http = new HttpTransport();
    try {
      const places = createMediaPlaces({ config, transport: http.send });
      const problem = await places.find(({ kind }) => kind === 's3')?.findTrouble();
      if (problem !== undefined) return [fail(problem, ADVICE)];
      return [ok(`the bucket "${s3.bucket}" is readable and writable`)];
    } finally {
      await http.close();
    }
  },
};
