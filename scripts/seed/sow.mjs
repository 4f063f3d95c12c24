import { withStorage } from '../../dist/apps/cli/src/with-storage.js';
import { verifyAudit } from '../../dist/libs/audit/src/index.js';
import { migrateDatabase } from '../../dist/libs/database/src/index.js';
import { UsageMaintenance, verifyLedger } from '../../dist/libs/metering/src/index.js';
import { setUp } from '../../dist/libs/setup/src/index.js';
import { isSown, sowTokens, sowUsers } from './access.mjs';
import { sowAudit } from './audit.mjs';
import { Chance } from './chance.mjs';
import { sowChannels, sowModels } from './channels.mjs';
import { sowRefusals } from './refusals.mjs';
import { sowVideos } from './store-videos.mjs';
import { sowRequests } from './store-requests.mjs';

/** Throws where this has been done before. */
export async function sow(tell) {
  await withStorage(tell, async ({ config, dataSource, secretBox }) => {
    await migrateDatabase(config.database.url);
    const { firstAdmin } = await setUp(dataSource, config, secretBox);
    if (await isSown(dataSource))
      throw new Error('This database already contains sample data. Use an empty database.');
    const now = new Date();
    const password = await sowUsers(dataSource, now);
    const tokens = await sowTokens(dataSource, new Chance(1), now);
    await sowModels(dataSource);
    const channels = await sowChannels(dataSource, secretBox);
    tell(`${tokens.length} tokens and ${channels.size} channels`);
    await sowRequests({ dataSource, tokens, channels, now, tell });
    await sowRefusals({ dataSource, tokens, now });
    tell('Rendering videos, this takes a moment …');
    await sowVideos({ dataSource, secretBox, dataDir: config.dataDir, tokens, channels, now });
    await sowAudit({ dataSource, tokens, channels, now });
    await new UsageMaintenance(dataSource).run(now);
    await dataSource.query('ANALYZE');
    await requireConsistent(dataSource);
    tellSignIn(tell, firstAdmin, password);
  });
}

/** What was made up has to add up all the same. */
async function requireConsistent(dataSource) {
  const [ledger] = (await verifyLedger(dataSource)).faults;
  const [audit] = (await verifyAudit(dataSource)).faults;
  if (ledger !== undefined) throw new Error(`The ledger is inconsistent: ${JSON.stringify(ledger)}`);
  if (audit !== undefined) throw new Error(`The audit log is inconsistent: ${JSON.stringify(audit)}`);
}

function tellSignIn(tell, firstAdmin, password) {
  const { email, generatedPassword } = firstAdmin ?? {};
  if (generatedPassword !== undefined) tell(`Sign in as ${email}, password ${generatedPassword}`);
  tell(`Sign in as admin@example.com (admin) or search-team@example.com (member), password ${password}`);
}
