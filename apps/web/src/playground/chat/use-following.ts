import { useEffect, useRef } from 'react';
import { type ChatState } from './chat-state.js';

/** As close to the end as somebody is who reads along. */
const NEAR_PX = 180;

/** Keeps the end of a growing conversation in view, unless the person has scrolled away from it; shows what is new in any case. */
export function useFollowing(state: ChatState): void {
  const wasNear = useRef(true);
  useEffect(() => {
    const look = (): void => {
      const { scrollHeight } = document.documentElement;
      wasNear.current = scrollHeight - window.scrollY - window.innerHeight < NEAR_PX;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const seenCount = useRef(countTurns(state));
  useEffect(() => {
    const count = countTurns(state);
    const hasNews = count > seenCount.current;
    seenCount.current = count;
    if (hasNews || (count > 0 && wasNear.current)) {
      window.scrollTo({ top: document.documentElement.scrollHeight });
    }
  }, [state]);
}

function countTurns({ columns }: ChatState): number {
  return columns.reduce((count, { turns }) => count + turns.length, 0);
}
