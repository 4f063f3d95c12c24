import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { memoryStore } from '../memory-store.js';
import { type ChatState } from './chat-state.js';
import { chatStore } from './chat-store.js';
import { type FormatId } from './conversation.js';
import { isFormatId } from './formats/formats.js';

const lastFormat = memoryStore<FormatId>('chat');

export interface ChatPlace {
  format: FormatId;
  chooseFormat: (format: FormatId) => void;
  state: ChatState;
}

/** The format and the models stand in the address, so that both can be sent to a colleague. */
export function useChatPlace(): ChatPlace {
  const [parameters, setParameters] = useSearchParams();
  const state = useSyncExternalStore(chatStore.subscribe, chatStore.get);
  const named = parameters.get('format');
  const format = isFormatId(named) ? named : lastFormat.get();

  const [arrivedWith] = useState(() => parameters.getAll('model'));
  useEffect(() => chatStore.open(arrivedWith), [arrivedWith]);

  useEffect(() => {
    lastFormat.set(format);
    if (state.columns.length === 0) return;
    const models = state.columns.flatMap(({ model }) => model ?? []);
    const wanted = placed(parameters, format, models);
    if (wanted.toString() !== parameters.toString()) setParameters(wanted, { replace: true });
  }, [state.columns, format, parameters, setParameters]);

  const chooseFormat = useCallback(
    (chosen: FormatId) => setParameters((present) => placed(present, chosen, present.getAll('model'))),
    [setParameters],
  );
  return { format, chooseFormat, state };
}

function placed(present: URLSearchParams, format: FormatId, models: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(present);
  next.set('format', format);
  next.delete('model');
  for (const model of models) next.append('model', model);
  return next;
}
