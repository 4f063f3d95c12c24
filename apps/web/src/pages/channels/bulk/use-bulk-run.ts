import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MODELS } from '../../models/model-queries.js';
import { CHANNELS, type Channel } from '../channel-queries.js';
import { type ItemResult, runEach } from './run-each.js';

/** A test can take up to 15 s, so several run in parallel; few enough to keep the gateway responsive. */
const MAX_CONCURRENT = 4;

export interface BulkRun {
  status: 'ready' | 'running' | 'stopping' | 'done';
  /** The results of the completed channels, by channel id. */
  results: ReadonlyMap<string, ItemResult>;
  start: (channels: readonly Channel[]) => void;
  stop: () => void;
}

/** Runs an action for several channels and collects the results. */
export function useBulkRun(run: (channel: Channel) => Promise<ItemResult>): BulkRun {
  const client = useQueryClient();
  const [status, setStatus] = useState<BulkRun['status']>('ready');
  const [results, setResults] = useState<ReadonlyMap<string, ItemResult>>(new Map());
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const start = async (channels: readonly Channel[]): Promise<void> => {
    controller.current = new AbortController();
    setStatus('running');
    await runEach({
      items: channels,
      run,
      maxConcurrent: MAX_CONCURRENT,
      signal: controller.current.signal,
      onResult: ({ id }, result) => setResults((previous) => new Map(previous).set(id, result)),
    });
    setStatus('done');
    await Promise.all(
      [CHANNELS, MODELS, ['health']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
  return {
    status,
    results,
    start: (channels) => void start(channels),
    stop: () => {
      controller.current.abort();
      setStatus('stopping');
    },
  };
}
