export function useEverything(origin: string): Promise<void>;
