import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { type CommandResult, runModelgate } from '../../../../test/cli/run-modelgate.js';

const FILE = `# Ours.
channels:
  - name: main
    provider: openai
    apiKey: \${MAIN_KEY}
    models: [gpt-5-mini]
tokens:
  - name: ci
    rpm: 60
`;

// Each step starts a process.
describe('the process of modelgate config', () => {
  let database: TestDatabase;
  let folder: string;
  const secretKey = randomBytes(32).toString('base64');

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-config-'));
    write('modelgate.yaml', FILE);
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  function write(name: string, content: string): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  const run = (args: string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
    runModelgate(['config', ...args], {
      cwd: folder,
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: secretKey,
      MAIN_KEY: 'sk-main',
      ...environment,
    });

  it('validate: prints the file, the line and the key, and exits with 78', async () => {
    write('wrong.yaml', 'channels:\n  - name: main\n    provder: openai\n');
    const { exitCode, stdout, stderr } = await run(['validate', 'wrong.yaml']);
    expect(stderr).toMatch(/^wrong\.yaml:3: channels\[0\]\.provder: /m);
    expect(stdout).toBe('');
    expect(exitCode).toBe(78);
    expect((await run(['validate', 'modelgate.yaml'], { MAIN_KEY: '' })).stderr).toContain('MAIN_KEY');
  });

  it('apply: prints the changes, applies them, and then finds no changes', async () => {
    const planned = await run(['apply', '--dry-run']);
    expect(planned.stdout).toMatch(/^channel +main +created/m);
    expect(planned.stdout).toContain('2 entries would change. Nothing was changed.');
    expect(await database.query('SELECT name FROM channels')).toEqual([]);

    const { stdout, exitCode } = await run(['apply', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dry_run: false,
      refusal: null,
      generation: { generation: 1, source: 'command', applied_by: 'operator' },
      changes: [
        { kind: 'channel', name: 'main', change: 'created', fields: [] },
        { kind: 'token', name: 'ci', change: 'created', fields: [] },
      ],
      issued_tokens: [{ name: 'ci', key: expect.stringMatching(/^sk-/) }],
    });
    expect(await database.query('SELECT action FROM audit_entries')).toEqual([{ action: 'config.apply' }]);
    expect((await run(['apply'])).stdout).toBe(
      'The configuration already matches the file. Nothing was changed.\n',
    );
  });

  it('apply: prints changed settings without secrets', async () => {
    const next = write('next.yaml', FILE.replace('rpm: 60', 'rpm: 90'));
    const { stdout } = await run(['apply', next, '--dry-run'], { MAIN_KEY: 'sk-other' });
    expect(stdout).toMatch(/^channel +main +changed +apiKeys \(secret\)$/m);
    expect(stdout).toMatch(/^token +ci +changed +rpm: 60 → 90$/m);
    expect(stdout).not.toContain('sk-other');
  });

  it('export: keeps the file unchanged and adds entries of the console', async () => {
    await database.query(
      `INSERT INTO models (id, price, enabled, origin) VALUES ('fast', '{"perRequest": 0.5}', true, 'console')`,
    );
    const { exitCode, stdout } = await run(['export']);
    expect(stdout).toBe(`${FILE}models:\n  - id: fast\n    price:\n      perRequest: 0.5\n`);
    expect(exitCode).toBe(0);
  });

  it('export: moves everything to another installation, with secrets in a separate file', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'modelgate-test-config-'));
    await database.query(`UPDATE channels SET origin = 'console'`);
    await database.query(`UPDATE tokens SET origin = 'console'`);
    const noFile = { MODELGATE_CONFIG: write('empty.yaml', '{}') };
    const [out, secrets] = [join(elsewhere, 'out.yaml'), join(elsewhere, 'out.env')];
    const { stdout, stderr } = await run(['export', '--out', out, '--secrets', secrets], noFile);
    expect([stdout, stderr]).toEqual([`Written to ${out}.\n`, '']);
    expect(readFileSync(out, 'utf8')).toContain('apiKey: ${CHANNEL_MAIN_API_KEY}');
    expect(readFileSync(secrets, 'utf8')).toBe('CHANNEL_MAIN_API_KEY=sk-main\n');
    expect(statSync(secrets).mode & 0o777).toBe(0o600);

    const secondExport = await run(['export', '--out', out], noFile);
    expect(secondExport.stderr).toBe(`${out} already exists\n`);
    expect(secondExport.exitCode).toBe(1);

    const applied = await run(['apply', out, '--json'], { CHANNEL_MAIN_API_KEY: 'sk-main' });
    expect(JSON.parse(applied.stdout)).toMatchObject({
      changes: [
        { kind: 'channel', name: 'main', change: 'adopted' },
        { kind: 'model', name: 'fast', change: 'adopted' },
        { kind: 'token', name: 'ci', change: 'adopted' },
      ],
      issued_tokens: [],
    });
    rmSync(elsewhere, { recursive: true });
  });
});
