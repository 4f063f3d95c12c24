export interface PatternProblem {
  line: number;
  text: string;
  problem: string;
}

export function checkSource(fileName: string, text: string): PatternProblem[];
