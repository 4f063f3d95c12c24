import { readdir } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { getDroppedLines } from '../dropped-lines.js';
import { spanCounts } from '../tracing/span-counts.js';
import { type DescriptorWatch, readMaxDescriptors } from './descriptor-watch.js';

export const API_PROCESSES = {
  name: 'modelgate_api_processes',
  help: 'API processes that share the port, by whether they responded to this scrape.',
};

const MS_PER_SECOND = 1_000;
const MICROSECONDS_PER_SECOND = 1_000_000;
const OPEN_FILES_FOLDER = '/proc/self/fd';

/**
 * The usual metrics of a process under their usual names. The default metrics of prom-client are too expensive: they
 * observe every garbage collection and list all open connections at each scrape.
 */
export function addProcessFamilies(
  registry: Registry,
  { version, descriptors }: { version: string; descriptors: DescriptorWatch },
): void {
  addProcess(registry, version);
  addCpu(registry);
  addMemory(registry);
  addLogLines(registry);
  addSpans(registry);
  addDescriptorShortage(registry, descriptors);
  if (process.platform === 'linux') addOpenFiles(registry, readMaxDescriptors());
}

function addProcess(registry: Registry, version: string): void {
  const registers = [registry];
  const build = new Gauge({
    name: 'modelgate_build_info',
    help: 'Always 1. The labels contain the version.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  });
  build.set({ version, node: process.version }, 1);
  const startTime = new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the newest process as a Unix timestamp in seconds.',
    aggregator: 'max',
    registers,
  });
  startTime.set(Math.round(Date.now() / MS_PER_SECOND - process.uptime()));
}

function addCpu(registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'CPU time of all processes, user and system.',
      registers: [],
      collect() {
        const { user, system } = process.cpuUsage();
        this.reset();
        this.inc((user + system) / MICROSECONDS_PER_SECOND);
      },
    }),
  );
}

function addMemory(registry: Registry): void {
  const addGauge = (name: string, help: string, readBytes: () => number): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(readBytes());
        },
      }),
    );
  addGauge('process_resident_memory_bytes', 'Memory of all processes.', () => process.memoryUsage.rss());
  addGauge('nodejs_heap_size_used_bytes', 'Objects of all processes.', () => process.memoryUsage().heapUsed);
  addGauge('nodejs_external_memory_bytes', 'Buffers of all processes.', () => process.memoryUsage().external);
}

function addLogLines(registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'modelgate_log_lines_dropped_total',
      help: 'Dropped log lines: repeated, too many, or stderr was not read.',
      registers: [],
      collect() {
        this.reset();
        this.inc(getDroppedLines());
      },
    }),
  );
}

function addSpans(registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'modelgate_trace_spans_total',
      help: 'Trace spans by result: exported to the collector or dropped.',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset();
        this.inc({ outcome: 'exported' }, spanCounts.exported);
        this.inc({ outcome: 'dropped' }, spanCounts.dropped);
      },
    }),
  );
}

function addDescriptorShortage(registry: Registry, descriptors: DescriptorWatch): void {
  registry.registerMetric(
    new Counter({
      name: 'modelgate_descriptor_shortage_seconds_total',
      help: 'Time during which processes were out of file descriptors and closed new connections.',
      registers: [],
      collect() {
        this.reset();
        this.inc(descriptors.shortageSeconds);
      },
    }),
  );
}

function addOpenFiles(registry: Registry, max: number | undefined): void {
  if (max !== undefined) {
    new Gauge({
      name: 'process_max_fds',
      help: 'Maximum number of open file descriptors per process.',
      aggregator: 'min',
      registers: [registry],
    }).set(max);
  }
  registry.registerMetric(
    new Gauge({
      name: 'process_open_fds',
      help: 'Open file descriptors of the process with the most.',
      aggregator: 'max',
      registers: [],
      async collect() {
        const open = await readdir(OPEN_FILES_FOLDER).catch(() => undefined);
        // Without a free descriptor, the folder cannot be read, so the maximum is in use.
        this.set(open?.length ?? max ?? 0);
      },
    }),
  );
}
