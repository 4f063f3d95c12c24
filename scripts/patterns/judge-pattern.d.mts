export function judgePattern(source: string, flags?: string): string | undefined;
