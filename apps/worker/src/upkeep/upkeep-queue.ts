export const UPKEEP_QUEUE = 'upkeep';
