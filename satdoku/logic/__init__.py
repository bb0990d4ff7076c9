"""What a person does: techniques, the steps they give, sentences for them; explain, hint, rate."""
