import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** The model of a tab: at first the one that the link to the tab names, undefined where it names none. */
export function useTabModel(): [model: string | undefined, setModel: (model: string) => void] {
  const [parameters] = useSearchParams();
  const [model, setModel] = useState(() => parameters.get('model') ?? undefined);
  return [model, setModel];
}
