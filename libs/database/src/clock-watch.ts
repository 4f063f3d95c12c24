import { type ProcessMetrics, LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

const MEASURE_EVERY_MS = 60_000;
const MS_PER_SECOND = 1_000;

/** From here on usage goes into wrong hours, and links and sessions end at wrong times. */
export const HARMFUL_CLOCK_OFFSET_MS = 30_000;

/**
 * By how much the clock of this process is ahead of the database's; negative where it is behind. The time that the
 * question took is not counted as a difference.
 */
export async function measureClockOffset(
  database: Pick<DataSource, 'query'>,
  now: () => number = Date.now,
): Promise<number> {
  const askedAt = now();
  const [row] = await database.query<{ now: string }[]>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS now',
  );
  const answeredAt = now();
  const offsetMs = (askedAt + answeredAt) / 2 - Number(row?.now);
  const uncertainMs = Math.abs(answeredAt - askedAt) / 2;
  return Math.sign(offsetMs) * Math.max(0, Math.abs(offsetMs) - uncertainMs);
}

/** Compares the clock of this process with the database's, which all processes share. */
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
      gone: 'the clock of this machine differs from that of the database: usage is dated wrongly',
      back: 'the clock of this machine agrees with that of the database again',
      level: 'error',
    });
  }

  get isHarmful(): boolean {
    return Math.abs(this.offsetMs ?? 0) >= HARMFUL_CLOCK_OFFSET_MS;
  }

  /** Measures from now on, and has metrics say what was found. */
  addTo(metrics: ProcessMetrics): void {
    metrics.addSource('clock_offset_seconds', () =>
      this.offsetMs === undefined ? [] : [{ value: this.offsetMs / MS_PER_SECOND }],
    );
    void this.measure();
    this.timer = setInterval(() => void this.measure(), MEASURE_EVERY_MS).unref();
  }

  /** Never rejects: others say that the database is away. */
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
