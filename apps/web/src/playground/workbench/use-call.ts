import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type GatewayResponse, callGateway } from '../call.js';
import { type ApiRequest } from '../call/api-request.js';
import { type CallReport } from '../call/call-report.js';
import { usePlaygroundToken } from '../token-context.js';

export interface CallResult<Options, Output> {
  options: Options;
  output: Output;
  report: CallReport;
}

export interface Call<Options, Output> {
  /** Whether there is a token. */
  canSend: boolean;
  send: (options: Options) => void;
  stop: () => void;
  isPending: boolean;
  error: Error | null;
  /** The last request, whether it succeeded or not. */
  request: ApiRequest | undefined;
  result: CallResult<Options, Output> | undefined;
}

/** Runs one API call at a time, and holds its request, result or error. */
export function useCall<Options, Output>(
  getRequest: (options: Options) => ApiRequest,
  read: (response: GatewayResponse, options: Options) => Promise<Output>,
): Call<Options, Output> {
  const { token } = usePlaygroundToken();
  const abort = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error, data, variables } = useMutation({
    mutationFn: async (options: Options): Promise<CallResult<Options, Output>> => {
      abort.current = new AbortController();
      const response = await callGateway(token ?? '', getRequest(options), abort.current.signal);
      const output = await read(response, options);
      return { options, output, report: response.report() };
    },
  });
  useEffect(() => () => abort.current?.abort(), []);
  const stop = useCallback(() => {
    abort.current?.abort();
    reset();
  }, [reset]);
  return {
    canSend: token !== undefined,
    send: mutate,
    stop,
    isPending,
    error,
    request: variables === undefined ? undefined : getRequest(variables),
    result: data,
  };
}
