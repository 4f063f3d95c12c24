import { TokenEntity } from '#access';
import { ChannelEntity } from '#catalog';
import { type Config, ConfigError, describeDatabaseFault, loadConfig, readEnvironment } from '#config';
import { createDataSource } from '#database';
import { locateEmbeddedPostgres } from '#embedded-postgres';
import { listKnownProviders } from '#providers';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { checkChanges } from './check-changes.js';
import { checkChannels } from './check-channels.js';
import { checkConfigFile, checkConfigSections } from './check-config-file.js';
import { checkDataFolder } from './check-data-folder.js';
import { checkClock, checkMigrations } from './check-database.repository.js';
import { checkMediaFolder } from './check-media-folder.js';
import { checkMedia } from './check-media.js';
import { checkPort } from './check-port.js';
import { checkQueue } from './check-queue.js';
import { checkReachability } from './check-reachability.js';
import { checkSecretKey } from './check-secret-key.js';
import { type Check, type DatabaseAddress, type Finding, describeFault, fail, ok, warn } from './finding.js';

const CHECKS_OF_THE_MACHINE: readonly Check<Config>[] = [checkDataFolder, checkMedia, checkPort];
const CHECKS_OF_THE_DATABASE = [
  checkMigrations,
  checkClock,
  checkChanges,
  checkSecretKey,
  checkConfigFile,
  checkConfigSections,
  checkMediaFolder,
  checkChannels,
  checkReachability,
] as const;

const COLUMNS: Column<Finding>[] = [
  { title: 'CHECK', value: ({ check }) => check },
  {
    title: 'STATUS',
    value: ({ status }) => status,
    style: ({ status }) => ({ ok: 'good', warn: 'warning', fail: 'bad' } as const)[status],
  },
  { title: 'FOUND', value: ({ message }) => message },
];

/** Looks at everything, and answers the exit code: a failure where anything fails. */
export async function examine(output: Output): Promise<number> {
  const findings = await findAll();
  output.result({ findings }, () => describe(findings, output));
  return findings.some(({ status }) => status === 'fail') ? exitCodes.failure : exitCodes.success;
}

async function findAll(): Promise<Finding[]> {
  const node: Finding = { check: 'node', ...ok(`Node.js ${process.versions.node}`) };
  const { config, findings } = examineConfig();
  if (config === undefined) return [node, ...findings];
  const machine = await Promise.all(CHECKS_OF_THE_MACHINE.map((check) => getFindings(check, config)));
  return [node, ...findings, ...machine.flat(), ...(await examineDatabase(config))];
}

function examineConfig(): { config?: Config; findings: Finding[] } {
  try {
    const config = loadConfig(readEnvironment(), process.cwd(), listKnownProviders());
    const source = config.file === undefined ? 'the environment; there is no config file' : config.file.path;
    return { config, findings: [{ check: 'config', ...ok(source) }] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      findings: [
        { check: 'config', ...fail(error.message, 'Correct it; until then nothing else can be checked.') },
      ],
    };
  }
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const address = findDatabase(config);
  if (address === undefined) {
    const found = warn(
      'the embedded database is not running',
      'Start the gateway ("npm start"), then look again.',
    );
    return [{ check: 'database', ...found }];
  }
  const database = createDataSource({ ...address, entities: [ChannelEntity, TokenEntity], poolSize: 2 });
  try {
    await database.initialize();
  } catch (error) {
    const advice = 'Start it, or correct DATABASE_URL; what it holds cannot be checked until then.';
    const fault = describeDatabaseFault(error, address.url) ?? describeFault(error);
    return [{ check: 'database', ...fail(`does not answer: ${fault}`, advice) }];
  }
  try {
    const given = { config, address, database };
    const found = await Promise.all([
      ...CHECKS_OF_THE_DATABASE.map((check) => getFindings(check, given)),
      getFindings(checkQueue, given),
    ]);
    return found.flat();
  } finally {
    await database.destroy();
  }
}

function findDatabase({ database, dataDir }: Config): DatabaseAddress | undefined {
  if (database.kind === 'url') return database;
  const url = locateEmbeddedPostgres(dataDir)?.url;
  return url === undefined ? undefined : { kind: 'url', url };
}

async function getFindings<Given>(check: Check<Given>, given: Given): Promise<Finding[]> {
  try {
    return (await check.look(given)).map((finding) => ({ check: check.name, ...finding }));
  } catch (error) {
    const found = fail(`could not be checked: ${describeFault(error)}`, 'Correct what is said above first.');
    return [{ check: check.name, ...found }];
  }
}

function describe(findings: readonly Finding[], output: Output): string[] {
  const troubles = findings.filter(({ advice }) => advice !== undefined);
  const advice = troubles.flatMap(({ check, message, advice: what = '' }) => [
    `${check}: ${message}`,
    `  → ${what}`,
  ]);
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length;
  const sum = `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed`;
  return [...output.table(COLUMNS, findings), '', ...advice, ...(advice.length > 0 ? [''] : []), sum];
}
