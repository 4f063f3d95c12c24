import { withStorage } from '../../dist/apps/cli/src/with-storage.js';
import { verifyAudit } from '../../dist/libs/audit/src/index.js';
import { migrateDatabase } from '../../dist/libs/database/src/index.js';
import { UsageMaintenance, verifyLedger } from '../../dist/libs/metering/src/index.js';
import { setUp } from '../../dist/libs/setup/src/index.js';
import { hasSampleData, seedTokens, seedUsers } from './access.mjs';
import { seedAudit } from './audit.mjs';
import { Random } from './random.mjs';
import { seedChannels, seedModels } from './channels.mjs';
import { seedRefusals } from './refusals.mjs';
import { seedVideos } from './store-videos.mjs';
import { seedRequests } from './store-requests.mjs';

/** Throws if the database already has sample data. */
export async function seedDatabase(log) {
  await withStorage(log, async ({ config, dataSource, secretBox }) => {
    await migrateDatabase(config.database.url);
    const { firstAdmin } = await setUp(dataSource, config, secretBox);
    if (await hasSampleData(dataSource))
      throw new Error('This database already contains sample data. Use an empty database.');
    const now = new Date();
    const password = await seedUsers(dataSource, now);
    const tokens = await seedTokens(dataSource, new Random(1), now);
    await seedModels(dataSource);
    const channels = await seedChannels(dataSource, secretBox);
    log(`${tokens.length} tokens and ${channels.size} channels`);
    await seedRequests({ dataSource, tokens, channels, now, log });
    await seedRefusals({ dataSource, tokens, now });
    log('Rendering videos, this takes a moment …');
    await seedVideos({ dataSource, secretBox, dataDir: config.dataDir, tokens, channels, now });
    await seedAudit({ dataSource, tokens, channels, now });
    await new UsageMaintenance(dataSource).run(now);
    await dataSource.query('ANALYZE');
    await requireConsistent(dataSource);
    logSignIn(log, firstAdmin, password);
  });
}

/** Checks the ledger and the audit log. */
async function requireConsistent(dataSource) {
  const [ledger] = (await verifyLedger(dataSource)).faults;
  const [audit] = (await verifyAudit(dataSource)).faults;
  if (ledger !== undefined) throw new Error(`The ledger is inconsistent: ${JSON.stringify(ledger)}`);
  if (audit !== undefined) throw new Error(`The audit log is inconsistent: ${JSON.stringify(audit)}`);
}

function logSignIn(log, firstAdmin, password) {
  const { email, generatedPassword } = firstAdmin ?? {};
  if (generatedPassword !== undefined) log(`Sign in as ${email}, password ${generatedPassword}`);
  log(`Sign in as admin@example.com (admin) or search-team@example.com (member), password ${password}`);
}
