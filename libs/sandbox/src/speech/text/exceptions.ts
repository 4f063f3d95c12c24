/** Frequent words that the rules mispronounce, with their phonemes. Those without a stressed vowel are unstressed. */
const WORDS_BY_PHONEMES = `
a AX; the DH AX; of AX V; to T UW; and AX N D; in IH N; is IH Z; it IH T; as AE Z; at AE T; was W AX Z; for F ER;
he HH IY; she SH IY; we W IY; me M IY; be B IY; you Y UW; your Y AO R; are AA R; or AO R; an AX N; am AE M; that DH AE T;
his HH IH Z; has HH AE Z; had HH AE D; have HH AE V; from F R AX M; by B AY; on AA N; but B AX T; not N AA1 T; this DH IH1 S;
they DH EY; their DH EH R; there DH EH1 R; them DH AX M; than DH AE N; then DH EH1 N; with W IH DH; were W ER; been B IH N;
do D UW1; does D AH1 Z; done D AH1 N; doing D UW1 IH NG; go G OW1; goes G OW1 Z; so S OW1; no N OW1; who HH UW1;
whom HH UW1 M; whose HH UW1 Z; what W AH1 T; where W EH1 R; here HH IH1 R; one W AH1 N; once W AH1 N S; two T UW1;
four F AO1 R; eight EY1 T; eleven IH L EH1 V AX N; hundred HH AH1 N D R AX D; thousand TH AW1 Z AX N D;
million M IH1 L Y AX N; billion B IH1 L Y AX N; first F ER1 S T; said S EH1 D; says S EH1 Z; could K UH1 D;
would W UH1 D; should SH UH1 D; some S AH1 M; come K AH1 M; any EH1 N IY; many M EH1 N IY; very V EH1 R IY;
ever EH1 V ER; even IY1 V AX N; only OW1 N L IY; into IH1 N T UW; through TH R UW1; though DH OW1; although AO L DH OW1;
thought TH AO1 T; enough IH N AH1 F; people P IY1 P AX L; friend F R EH1 N D; woman W UH1 M AX N; women W IH1 M AX N;
mother M AH1 DH ER; water W AO1 T ER; give G IH1 V; given G IH1 V AX N; live L IH1 V; living L IH1 V IH NG;
having HH AE1 V IH NG; great G R EY1 T; break B R EY1 K; put P UH1 T; full F UH1 L; pull P UH1 L; sure SH UH1 R;
business B IH1 Z N AX S; busy B IH1 Z IY; build B IH1 L D; hour AW1 ER; our AW ER; honest AA1 N AX S T; world W ER1 L D;
word W ER1 D; work W ER1 K; heart HH AA1 R T; heard HH ER1 D; eye AY1; idea AY D IY1 AX; area EH1 R IY AX;
answer AE1 N S ER; island AY1 L AX N D; listen L IH1 S AX N; minute M IH1 N AX T; money M AH1 N IY; month M AH1 N TH;
other AH1 DH ER; another AX N AH1 DH ER; nothing N AH1 TH IH NG; together T AX G EH1 DH ER; again AX G EH1 N;
against AX G EH1 N S T; always AO1 L W EY Z; because B IH K AH1 Z; before B IH F AO1 R; about AX B AW1 T; below B IH L OW1;
want W AA1 N T; today T AX D EY1; tomorrow T AX M AA1 R OW; tonight T AX N AY1 T; monday M AH1 N D EY;
tuesday T UW1 Z D EY; wednesday W EH1 N Z D EY; thursday TH ER1 Z D EY; friday F R AY1 D EY; january JH AE1 N Y UW EH R IY;
february F EH1 B Y UW EH R IY; april EY1 P R AX L; july JH UW L AY1; company K AH1 M P AX N IY; create K R IY EY1 T;
science S AY1 AX N S; client K L AY1 AX N T; quiet K W AY1 AX T; computer K AX M P Y UW1 T ER; control K AX N T R OW1 L;
model M AA1 D AX L; server S ER1 V ER; token T OW1 K AX N; error EH1 R ER; program P R OW1 G R AE M; item AY1 T AX M;
image IH1 M IH JH; video V IH1 D IY OW; audio AO1 D IY OW; data D EY1 T AX; email IY1 M EY L; hotel HH OW T EH1 L;
language L AE1 NG G W IH JH; library L AY1 B R EH R IY; private P R AY1 V AX T; purpose P ER1 P AX S; river R IH1 V ER;
study S T AH1 D IY; city S IH1 T IY; pretty P R IH1 T IY; color K AH1 L ER; colour K AH1 L ER; blood B L AH1 D;
door D AO1 R; floor F L AO1 R; police P AX L IY1 S; machine M AX SH IY1 N; ocean OW1 SH AX N; sugar SH UH1 G ER;
yes Y EH1 S; us AH S; gas G AE1 S; use Y UW1 Z; using Y UW1 Z IH NG; shoe SH UW1; laugh L AE1 F; iron AY1 ER N;
usual Y UW1 ZH UW AX L; measure M EH1 ZH ER; pleasure P L EH1 ZH ER; voice V OY1 S; hello HH AX L OW1; ok OW K EY1;
okay OW K EY1; oh OW1; mr M IH1 S T ER; mrs M IH1 S IH Z; ms M IH1 Z; dr D AA1 K T ER; dog D AO1 G; young Y AH1 NG;
can't K AE1 N T; don't D OW1 N T; won't W OW1 N T; doesn't D AH1 Z AX N T; isn't IH1 Z AX N T; wasn't W AH1 Z AX N T;
didn't D IH1 D AX N T; couldn't K UH1 D AX N T; wouldn't W UH1 D AX N T; shouldn't SH UH1 D AX N T; haven't HH AE1 V AX N T;
aren't AA1 R AX N T; weren't W ER1 AX N T; i'm AY M; i'll AY L; i've AY V; you're Y AO R; you'll Y UW L; you've Y UW V;
we're W IH R; we'll W IY L; we've W IY V; they're DH EH R; they'll DH EY L; they've DH EY V; he'll HH IY L; she'll SH IY L;
it'll IH1 T AX L; let's L EH1 T S; i AY; my M AY; if IH F; its IH T S; him HH IH M; her HH ER; will W IH L; can K AE N
`;

export const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  WORDS_BY_PHONEMES.split(';').map((entry) => {
    const [word = '', ...phonemes] = entry.trim().split(/\s+/);
    return [word, phonemes.join(' ')];
  }),
);
