import {
  type FallbackOptions,
  FallbackCounters,
  Limits,
  RedisCounters,
  type RedisCountersOptions,
} from '#limits';

type LogLine = [facts: object, message: string];

/** The limits of an API process, with its log lines. */
export interface LimitsProcess {
  limits: Limits;
  warnings: LogLine[];
  notes: LogLine[];
}

export async function startLimitsProcess(
  redis: RedisCountersOptions,
  options: Partial<FallbackOptions> = {},
): Promise<LimitsProcess> {
  const warnings: LogLine[] = [];
  const notes: LogLine[] = [];
  const logger = {
    warn: (...line: LogLine) => void warnings.push(line),
    info: (...line: LogLine) => void notes.push(line),
  } as unknown as FallbackOptions['logger'];
  const counters = await FallbackCounters.open(new RedisCounters(redis), {
    processes: 1,
    logger,
    ...options,
  });
  return { limits: new Limits(counters), warnings, notes };
}
