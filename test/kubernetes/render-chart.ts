import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

const CHART = fileURLToPath(new URL('../../deploy/helm/modelgate', import.meta.url));
const RENDERER = fileURLToPath(new URL('./renderer', import.meta.url));
/** Where Debian installs the libraries of Go. */
const LIBRARIES = '/usr/share/gocode';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [member: string]: unknown;
}

export interface RenderedChart {
  manifests: Manifest[];
  notes: string;
}

export function readChartFile(path: string): string {
  return readFileSync(join(CHART, path), 'utf8');
}

/**
 * Go's own templates with sprig, with which Helm renders charts. Helm itself is in no repository that tests can reach.
 */
export class ChartRenderer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'modelgate-chart-'));
  private readonly program = join(this.folder, 'renderer');

  async build(): Promise<void> {
    const environment = { GO111MODULE: 'off', GOPATH: LIBRARIES, GOCACHE: join(this.folder, 'cache') };
    await promisify(execFile)('go', ['build', '-o', this.program, '.'], {
      cwd: RENDERER,
      env: { ...process.env, ...environment },
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Rejects with the message of the templates if they reject the values. */
  async render(values: object): Promise<RenderedChart> {
    const { name, version, appVersion } = parse(readChartFile('Chart.yaml')) as Record<string, string>;
    const names = readdirSync(join(CHART, 'templates'));
    const input = {
      chart: { Name: name, Version: version, AppVersion: appVersion },
      files: Object.fromEntries(names.map((file) => [file, readChartFile(`templates/${file}`)])),
      defaults: parse(readChartFile('values.yaml')) as object,
      values,
      release: { Name: 'gate', Namespace: 'models', Service: 'Helm' },
    };
    const rendered = JSON.parse(await this.run(JSON.stringify(input))) as Record<string, string>;
    const manifests = Object.entries(rendered)
      .filter(([file]) => file.endsWith('.yaml'))
      .flatMap(([file, text]) => parseManifests(file, text));
    return { manifests, notes: rendered['NOTES.txt'] ?? '' };
  }

  private async run(input: string): Promise<string> {
    const child = spawn(this.program, { stdio: 'pipe' });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(errors.trim());
    return output;
  }
}

function parseManifests(file: string, text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`);
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}
