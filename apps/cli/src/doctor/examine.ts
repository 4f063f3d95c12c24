import { TokenEntity } from '#access';
import { ChannelEntity } from '#catalog';
import { type Config, ConfigError, describeDatabaseFault, loadConfig, readEnvironment } from '#config';
import { createDataSource } from '#database';
import { locateEmbeddedPostgres } from '#embedded-postgres';
import { listKnownProviders } from '#providers';
import { exitCodes } from '../exit-codes.js';
import { formatCount } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { checkChanges } from './check-changes.js';
import { checkChannels } from './check-channels.js';
import { checkConfigFile, checkConfigSections } from './check-config-file.js';
import { checkDataFolder } from './check-data-folder.js';
import { checkClock, checkMigrations } from './check-database.js';
import { checkMediaFolder } from './check-media-folder.js';
import { checkMedia } from './check-media.js';
import { checkPort } from './check-port.js';
import { checkQueue } from './check-queue.js';
import { checkReachability } from './check-reachability.js';
import { checkSecretKey } from './check-secret-key.js';
import { type Check, type DatabaseAddress, type Finding, describeFault, fail, ok, warn } from './finding.js';

const MACHINE_CHECKS: readonly Check<Config>[] = [checkDataFolder, checkMedia, checkPort];
const DATABASE_CHECKS = [
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

/** Runs all checks. Resolves to the exit code, which is a failure if a check fails. */
export async function examine(output: Output): Promise<number> {
  const findings = await runChecks();
  output.result({ findings }, () => describe(findings, output));
  return findings.some(({ status }) => status === 'fail') ? exitCodes.failure : exitCodes.success;
}

async function runChecks(): Promise<Finding[]> {
  const node: Finding = { check: 'node', ...ok(`Node.js ${process.versions.node}`) };
  const { config, findings } = examineConfig();
  if (config === undefined) return [node, ...findings];
  const machine = await Promise.all(MACHINE_CHECKS.map((check) => runCheck(check, config)));
  return [node, ...findings, ...machine.flat(), ...(await examineDatabase(config))];
}

function examineConfig(): { config?: Config; findings: Finding[] } {
  try {
    const config = loadConfig(readEnvironment(), process.cwd(), listKnownProviders());
    const source = config.file === undefined ? 'environment variables; no config file' : config.file.path;
    return { config, findings: [{ check: 'config', ...ok(source) }] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      findings: [
        { check: 'config', ...fail(error.message, 'Correct it. Nothing else can be checked until then.') },
      ],
    };
  }
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const address = findDatabase(config);
  if (address === undefined) {
    const result = warn(
      'the embedded database is not running',
      'Start the gateway ("npm start"), then run doctor again.',
    );
    return [{ check: 'database', ...result }];
  }
  const database = createDataSource({ ...address, entities: [ChannelEntity, TokenEntity], poolSize: 2 });
  try {
    await database.initialize();
  } catch (error) {
    const advice = 'Start the database or correct DATABASE_URL. Its contents cannot be checked until then.';
    const fault = describeDatabaseFault(error, address.url) ?? describeFault(error);
    return [{ check: 'database', ...fail(`does not respond: ${fault}`, advice) }];
  }
  try {
    const input = { config, address, database };
    const findings = await Promise.all([
      ...DATABASE_CHECKS.map((check) => runCheck(check, input)),
      runCheck(checkQueue, input),
    ]);
    return findings.flat();
  } finally {
    await database.destroy();
  }
}

function findDatabase({ database, dataDir }: Config): DatabaseAddress | undefined {
  if (database.kind === 'url') return database;
  const url = locateEmbeddedPostgres(dataDir)?.url;
  return url === undefined ? undefined : { kind: 'url', url };
}

async function runCheck<Input>(check: Check<Input>, input: Input): Promise<Finding[]> {
  try {
    return (await check.run(input)).map((result) => ({ check: check.name, ...result }));
  } catch (error) {
    const result = fail(`could not be checked: ${describeFault(error)}`, 'Fix the problems above first.');
    return [{ check: check.name, ...result }];
  }
}

function describe(findings: readonly Finding[], output: Output): string[] {
  const problems = findings.filter(({ advice }) => advice !== undefined);
  const adviceLines = problems.flatMap(({ check, message, advice = '' }) => [
    `${check}: ${message}`,
    `  → ${advice}`,
  ]);
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length;
  const summary = `${count('ok')} ok, ${formatCount(count('warn'), 'warning')}, ${count('fail')} failed`;
  const separator = adviceLines.length > 0 ? [''] : [];
  return [...output.table(COLUMNS, findings), '', ...adviceLines, ...separator, summary];
}
