package dev.tagwerk.evaluate;

import dev.tagwerk.data.DecisionPrompt;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.model.DecisionInput;
import dev.tagwerk.model.LanguageModel;
import dev.tagwerk.model.Placement;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.Encoded;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A model that answers questions of the decision format: through its head, or, where it has none,
 * through the likelihood of the options. Thread-safe; to be closed.
 */
public final class Decider implements AutoCloseable {
    private final ModelSource source;
    private final Reading reading;
    private final LanguageModel model;
    private final ModelTokenizer tokenizer;
    private final int maxLength;

    private Decider(
            ModelSource source, Reading reading, LanguageModel model, ModelTokenizer tokenizer) {
        this.source = source;
        this.reading = reading;
        this.model = model;
        this.tokenizer = tokenizer;
        this.maxLength =
                source.config()
                        .maxLength()
                        .orElse(Math.min(4096, source.base().config().maxPositions()));
    }

    /** Opens a model; it is read by its head where it has one, else by the option texts. */
    public static Decider open(ModelSource source, Placement placement) {
        return open(
                source, placement, source.head().isPresent() ? Reading.HEAD : Reading.OPTION_TEXTS);
    }

    /**
     * Opens a model.
     *
     * @throws EvaluateException when its head is asked for and it has none
     */
    public static Decider open(ModelSource source, Placement placement, Reading reading) {
        if (reading == Reading.HEAD && source.head().isEmpty()) {
            throw new EvaluateException(
                    source.folder()
                            + " has no decision head (head.safetensors); train one with task:"
                            + " decision, or read the option texts");
        }
        ModelTokenizer tokenizer = fittingTokenizer(source);
        try {
            return new Decider(source, reading, language(source, placement), tokenizer);
        } catch (RuntimeException e) {
            tokenizer.close();
            throw e;
        }
    }

    /**
     * The base's tokenizer; the caller closes it.
     *
     * @throws EvaluateException when it has more tokens than the model has embeddings
     */
    static ModelTokenizer fittingTokenizer(ModelSource source) {
        ModelTokenizer tokenizer = source.base().tokenizer();
        int embeddings = source.base().config().vocabSize();
        if (tokenizer.vocabularySize() > embeddings) {
            int tokens = tokenizer.vocabularySize();
            tokenizer.close();
            throw new EvaluateException(
                    "the tokenizer in "
                            + source.base().path()
                            + " has "
                            + tokens
                            + " tokens, the model "
                            + embeddings
                            + " embeddings; use the tokenizer that belongs to the model");
        }
        return tokenizer;
    }

    /** The model itself; the caller closes it. */
    static LanguageModel language(ModelSource source, Placement placement) {
        Optional<AdapterFolder> adapter = source.adapter().map(AdapterFolder::read);
        try {
            return LanguageModel.open(source.base(), adapter, source.head(), placement);
        } finally {
            adapter.ifPresent(AdapterFolder::close);
        }
    }

    public ModelSource source() {
        return source;
    }

    public Reading reading() {
        return reading;
    }

    /** Longest prompt in tokens. */
    public int maxLength() {
        return maxLength;
    }

    ModelTokenizer tokenizer() {
        return tokenizer;
    }

    /** Answers, in the questions' order; the questions must {@linkplain #fitted fit}. */
    public List<Answer> answer(List<Question> questions) {
        List<double[]> probabilities = probabilities(questions);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            answers.add(
                    Answer.of(
                            questions.get(i),
                            probabilities.get(i),
                            source.config().ordinalSmoothing()));
        }
        return answers;
    }

    /** The probability of each option, at the temperature of the question's kind. */
    public List<double[]> probabilities(List<Question> questions) {
        List<double[]> logits = logits(questions.stream().map(Question::prompt).toList());
        List<double[]> result = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            result.add(Probabilities.of(logits.get(i), temperature(questions.get(i).kind())));
        }
        return result;
    }

    /** What logits of this kind are divided by; 1 where they are not the head's. */
    public double temperature(dev.tagwerk.data.QuestionKind kind) {
        return reading == Reading.HEAD ? source.config().temperature(kind) : 1;
    }

    /** Raw logits of the options, in the order shown. */
    public List<double[]> logits(List<DecisionPrompt> prompts) {
        if (prompts.isEmpty()) {
            return List.of();
        }
        List<LikelihoodReading.Prompt> encoded =
                prompts.stream()
                        .map(
                                prompt ->
                                        new LikelihoodReading.Prompt(
                                                prompt, Encoder.encode(prompt, tokenizer)))
                        .toList();
        List<double[]> logits =
                switch (reading) {
                    case HEAD -> headLogits(encoded);
                    case OPTION_TEXTS -> LikelihoodReading.optionTexts(encoded, model, tokenizer);
                    case OPTION_NUMBERS ->
                            LikelihoodReading.optionNumbers(encoded, model, tokenizer);
                };
        for (double[] options : logits) {
            for (double logit : options) {
                if (!Double.isFinite(logit)) {
                    throw new EvaluateException(
                            "the model computes "
                                    + logit
                                    + " as an option's logit: its weights are damaged, or its precision"
                                    + " is too low; try precision fp32");
                }
            }
        }
        return logits;
    }

    private List<double[]> headLogits(List<LikelihoodReading.Prompt> prompts) {
        List<DecisionInput> inputs =
                prompts.stream()
                        .map(
                                prompt ->
                                        new DecisionInput(
                                                prompt.encoded().ids(),
                                                prompt.encoded().optionPositions(),
                                                prompt.encoded().queryPosition()))
                        .toList();
        List<double[]> result = new ArrayList<>();
        for (float[] options : model.decide(inputs)) {
            double[] logits = new double[options.length];
            for (int k = 0; k < logits.length; k++) {
                logits[k] = options[k];
            }
            result.add(logits);
        }
        return result;
    }

    /**
     * The question with its state cut from the front until the prompt fits; the same question when
     * it fits already.
     *
     * @throws EvaluateException when it does not fit even without a state
     */
    public Question fitted(Question question) {
        Question fitted = question;
        int excess = length(fitted) - maxLength;
        while (excess > 0) {
            if (fitted.state().isEmpty()) {
                throw new EvaluateException(
                        "the question has "
                                + (excess + maxLength)
                                + " tokens without any state; this model takes "
                                + maxLength);
            }
            Encoded state = tokenizer.encode(fitted.state(), false);
            int from = excess < state.length() ? state.starts()[excess] : fitted.state().length();
            // A token may begin within a character's bytes: cut at least one character each time.
            int cut = fitted.state().offsetByCodePoints(0, 1);
            fitted = fitted.withState(fitted.state().substring(Math.max(from, cut)));
            excess = length(fitted) - maxLength;
        }
        return fitted;
    }

    private int length(Question question) {
        return Encoder.encode(question.prompt(), tokenizer).length();
    }

    /** How many tokens the question's prompt has. */
    public int tokens(Question question) {
        return length(question);
    }

    @Override
    public void close() {
        model.close();
        tokenizer.close();
    }
}
