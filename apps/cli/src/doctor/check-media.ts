import { type Config } from '#config';
import { type Check, fail, ok } from './finding.js';

const ADVICE =
  'Correct it; until then generated files can neither be stored nor read. Everything else goes on.';

export const checkMedia: Check<Config> = {
  name: 'media',
  async look(config) {
    const s3 = config.file?.media?.s3;
    if (s3 === undefined) return [ok('generated files lie in the data folder')];
    // Loaded only where they are needed: both are much code.
    const [{ HttpTransport }, { createMediaPlaces }] = await Promise.all([
      import('#egress'),
      import('#media'),
    ]);
    const http = new HttpTransport();
    try {
      const places = createMediaPlaces({ config, transport: http.send });
      const trouble = await places.find(({ kind }) => kind === 's3')?.findTrouble();
      if (trouble !== undefined) return [fail(trouble, ADVICE)];
      return [ok(`the bucket "${s3.bucket}" can be written to and read from`)];
    } finally {
      await http.close();
    }
  },
};
