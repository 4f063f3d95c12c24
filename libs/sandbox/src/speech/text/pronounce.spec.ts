import { describe, expect, it } from '@jest/globals';
import { writePhonemes } from './phoneme.js';
import { pronounce } from './pronounce.js';

describe('pronounce', () => {
  it.each([
    ['cat', 'K AE1 T'],
    ['bed', 'B EH1 D'],
    ['ship', 'SH IH1 P'],
    ['hot', 'HH AA1 T'],
    ['cup', 'K AH1 P'],
    ['make', 'M EY1 K'],
    ['making', 'M EY1 K IH NG'],
    ['time', 'T AY1 M'],
    ['hope', 'HH OW1 P'],
    ['cute', 'K Y UW1 T'],
    ['rain', 'R EY1 N'],
    ['day', 'D EY1'],
    ['sleep', 'S L IY1 P'],
    ['read', 'R EH1 D'],
    ['boat', 'B OW1 T'],
    ['cow', 'K AW1'],
    ['snow', 'S N OW1'],
    ['boy', 'B OY1'],
    ['moon', 'M UW1 N'],
    ['book', 'B UH1 K'],
    ['car', 'K AA1 R'],
    ['bird', 'B ER1 D'],
    ['north', 'N AO1 R TH'],
    ['nurse', 'N ER1 S'],
    ['care', 'K EH1 R'],
    ['night', 'N AY1 T'],
    ['knee', 'N IY1'],
    ['write', 'R AY1 T'],
    ['phone', 'F OW1 N'],
    ['queen', 'K W IY1 N'],
    ['church', 'CH ER1 CH'],
    ['judge', 'JH AH1 JH'],
    ['think', 'TH IH1 NG K'],
    ['singing', 'S IH1 NG IH NG'],
    ['school', 'S K UW1 L'],
    ['city', 'S IH1 T IY'],
    ['box', 'B AA1 K S'],
    ['boxes', 'B AA1 K S IH Z'],
    ['dogs', 'D AO1 G Z'],
    ['cats', 'K AE1 T S'],
    ['stopped', 'S T AA1 P T'],
    ['wanted', 'W AA1 N T IH D'],
    ['played', 'P L EY1 D'],
    ['nation', 'N EY1 SH AX N'],
    ['vision', 'V IH1 ZH AX N'],
    ['picture', 'P IH1 K CH ER'],
    ['table', 'T EY1 B AX L'],
    ['little', 'L IH1 T AX L'],
    ['happy', 'HH AE1 P IY'],
    ['machine', 'M AX SH IY1 N'],
    ['people', 'P IY1 P AX L'],
    ['through', 'TH R UW1'],
    ['enough', 'IH N AH1 F'],
    ['hello', 'HH AX L OW1'],
    ['world', 'W ER1 L D'],
    ['about', 'AX B AW1 T'],
    ['begin', 'B IH G IH1 N'],
    ['electric', 'IH L EH1 K T R IH K'],
    ['education', 'EH JH UW K EY1 SH AX N'],
    ['family', 'F AE1 M AX L IY'],
    ['friends', 'F R EH1 N D Z'],
    ["don't", 'D OW1 N T'],
    ["fox's", 'F AA1 K S IH Z'],
    ["she'll", 'SH IY L'],
  ])('pronounces %s', (word, phonemes) => {
    expect(writePhonemes(pronounce(word))).toBe(phonemes);
  });

  it('accepts any letters as a word', () => {
    expect(pronounce('xqzjvkw').length).toBeGreaterThan(0);
    expect(pronounce('aeiouyaeiouy').length).toBeGreaterThan(0);
  });
});
