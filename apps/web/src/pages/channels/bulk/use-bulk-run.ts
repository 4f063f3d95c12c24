import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MODELS } from '../../models/model-queries.js';
import { CHANNELS, type Channel } from '../channel-queries.js';
import { type ItemResult, runEach } from './run-each.js';

/** Tests wait for providers up to 15 s, so several run at once; few enough that the gateway serves others meanwhile. */
const MAX_CONCURRENT = 4;

export interface BulkRun {
  status: 'ready' | 'running' | 'stopping' | 'done';
  /** Of those that are finished, by the ids of channels. */
  results: ReadonlyMap<string, ItemResult>;
  start: (channels: readonly Channel[]) => void;
  stop: () => void;
}

/** Does the same for several channels, and keeps what came of each. */
export function useBulkRun(run: (channel: Channel) => Promise<ItemResult>): BulkRun {
  const client = useQueryClient();
  const [status, setStatus] = useState<BulkRun['status']>('ready');
  const [results, setResults] = useState<ReadonlyMap<string, ItemResult>>(new Map());
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const start = async (channels: readonly Channel[]): Promise<void> => {
    stopping.current = new AbortController();
    setStatus('running');
    await runEach({
      items: channels,
      run,
      maxConcurrent: MAX_CONCURRENT,
      signal: stopping.current.signal,
      onResult: ({ id }, result) => setResults((known) => new Map(known).set(id, result)),
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
      stopping.current.abort();
      setStatus('stopping');
    },
  };
}
