import { TokenRepository, openWebhookSecret } from '#access';
import { ChannelRepository } from '#catalog';
import { SecretUnreadable } from '#secrets';
import { openOwnSecretBox } from '../installation-config.js';
import { type Check, type DatabaseGiven, fail, ok, warn } from './finding.js';

export const checkSecretKey: Check<DatabaseGiven> = {
  name: 'secret key',
  async look({ config, database }) {
    const { config: keyed, secretBox: box } = openOwnSecretBox(config);
    try {
      await new ChannelRepository(database, box).findAll();
      for (const { id, webhookSecret } of await new TokenRepository(database).findAll()) {
        if (webhookSecret !== null) openWebhookSecret(box, id, webhookSecret);
      }
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      return [fail(error.message, 'Put back the key that this database was used with.')];
    }
    const former = keyed.formerSecretKeys.length;
    if (former === 0) return [ok('opens what is stored')];
    const advice = '"modelgate keys rotate --existing --drop-former" forgets them when nothing needs them.';
    return [ok('opens what is stored'), warn(`${former} former keys are kept`, advice)];
  },
};
