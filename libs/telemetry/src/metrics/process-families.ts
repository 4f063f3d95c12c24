import { readdir } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { getDroppedLines } from '../dropped-lines.js';
import { spanCounts } from '../tracing/span-counts.js';
import { type DescriptorWatch, readMaxDescriptors } from './descriptor-watch.js';

export const API_PROCESSES = {
  name: 'modelgate_api_processes',
  help: 'API processes that share the port, by whether they answered this scrape.',
};

const MS_PER_SECOND = 1_000;
const MICROSECONDS_PER_SECOND = 1_000_000;
const OPEN_FILES_FOLDER = '/proc/self/fd';

/**
 * The usual families of a process, under their usual names. The library's own set costs more than it tells: it
 * watches every garbage collection and lists every open connection at each scrape.
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
    help: 'Always 1; the labels tell what is running.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  });
  build.set({ version, node: process.version }, 1);
  const startTime = new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the youngest process started, in seconds since 1970.',
    aggregator: 'max',
    registers,
  });
  startTime.set(Math.round(Date.now() / MS_PER_SECOND - process.uptime()));
}

function addCpu(registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time of all processes, in the program and in the system.',
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
      help: 'Log lines that were left out: they repeated, were too many, or nobody read them.',
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
      help: 'Spans of traces by what became of them: given to the collector, or dropped.',
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
      help: 'For how long processes had no file descriptor left, and closed new connections.',
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
      help: 'How many files and connections a process may have open.',
      aggregator: 'min',
      registers: [registry],
    }).set(max);
  }
  registry.registerMetric(
    new Gauge({
      name: 'process_open_fds',
      help: 'Open files and connections of the process that has most of them.',
      aggregator: 'max',
      registers: [],
      async collect() {
        const open = await readdir(OPEN_FILES_FOLDER).catch(() => undefined);
        // Without a free descriptor the folder cannot be read either.
        this.set(open?.length ?? max ?? 0);
      },
    }),
  );
}
