import { type ProcessMetrics, LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

const MEASURE_EVERY_MS = 60_000;
const MS_PER_SECOND = 1_000;

/** From this offset on, usage is counted in wrong hours, and links and sessions expire at wrong times. */
export const HARMFUL_CLOCK_OFFSET_MS = 30_000;

/**
 * How far the clock of this process is ahead of that of the database, in ms; negative if it is behind. The duration of
 * the query does not count as a difference.
 */
export async function measureClockOffset(
  database: Pick<DataSource, 'query'>,
  now: () => number = Date.now,
): Promise<number> {
  const sentAt = now();
  const [row] = await database.query<{ now: string }[]>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS now',
  );
  const receivedAt = now();
  const offsetMs = (sentAt + receivedAt) / 2 - Number(row?.now);
  const uncertainMs = Math.abs(receivedAt - sentAt) / 2;
  return Math.sign(offsetMs) * Math.max(0, Math.abs(offsetMs) - uncertainMs);
}

/** Compares the clock of this process with that of the database, which is the reference for all processes. */
@Injectable()
export class ClockWatch implements OnApplicationShutdown {
  private offsetMs: number | undefined;
  private readonly outage: OutageLog;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'the clock of this machine differs from that of the database: timestamps of usage are wrong',
      back: 'the clock of this machine agrees with that of the database again',
      level: 'error',
    });
  }

  get isHarmful(): boolean {
    return Math.abs(this.offsetMs ?? 0) >= HARMFUL_CLOCK_OFFSET_MS;
  }

  /** Starts measuring, and adds the offset to the metrics. */
  addTo(metrics: ProcessMetrics): void {
    metrics.addSource('clock_offset_seconds', () =>
      this.offsetMs === undefined ? [] : [{ value: this.offsetMs / MS_PER_SECOND }],
    );
    void this.measure();
    this.timer = setInterval(() => void this.measure(), MEASURE_EVERY_MS).unref();
  }

  /** Never rejects: an unreachable database is reported elsewhere. */
  async measure(now?: () => number): Promise<void> {
    try {
      this.offsetMs = await measureClockOffset(this.database, now);
    } catch {
      return;
    }
    if (!this.isHarmful) return this.outage.worked();
    const seconds = Math.round(Math.abs(this.offsetMs) / MS_PER_SECOND);
    const direction = this.offsetMs > 0 ? 'ahead of' : 'behind';
    this.outage.failed(new Error(`it is ${seconds} s ${direction} the database's`));
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
