import { TokenRepository, openWebhookSecret } from '#access';
import { ChannelRepository } from '#catalog';
import { SecretUnreadable } from '#secrets';
import { openInstallationSecretBox } from '../installation-config.js';
import { type Check, type DatabaseCheckInput, fail, ok, warn } from './finding.js';

export const checkSecretKey: Check<DatabaseCheckInput> = {
  name: 'secret key',
  async run({ config, database }) {
    const { config: configWithKey, secretBox: box } = openInstallationSecretBox(config);
    try {
      await new ChannelRepository(database, box).findAll();
      for (const { id, webhookSecret } of await new TokenRepository(database).findAll()) {
        if (webhookSecret !== null) openWebhookSecret(box, id, webhookSecret);
      }
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      return [fail(error.message, 'Restore the key that this database was encrypted with.')];
    }
    const former = configWithKey.formerSecretKeys.length;
    if (former === 0) return [ok('decrypts the stored secrets')];
    const advice =
      'Run "modelgate keys rotate --existing --drop-former" to remove them when they are no longer needed.';
    return [ok('decrypts the stored secrets'), warn(`${former} former keys are still in use`, advice)];
  },
};
