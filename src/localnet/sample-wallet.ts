/** The wallet that receives the sample transfers. The playground uses it too. */
export const sampleWallet = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
